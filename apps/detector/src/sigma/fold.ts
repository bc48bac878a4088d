const SPECIAL = /[ſςß]/

/**
 * How rules compare without case: lower case, and one form for letters whose lower case depends on their position or
 * has two forms. Rule texts and event values pass through the same function, so texts with equal folds are equal for a
 * rule.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!SPECIAL.test(lower)) return lower
  return lower.replaceAll('ſ', 's').replaceAll('ς', 'σ').replaceAll('ß', 'ss')
}
