const SPECIAL = /[ſςß]/

/**
 * How rules compare without case: lower case, with the letters whose lower case depends on their place or has two forms made one.
 * Rule texts and event values pass through the same function, so equal folds mean equal for a rule.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!SPECIAL.test(lower)) return lower
  return lower.replaceAll('ſ', 's').replaceAll('ς', 'σ').replaceAll('ß', 'ss')
}
