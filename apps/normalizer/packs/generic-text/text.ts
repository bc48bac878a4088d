import type { Content } from '../../src/normalize/draft.ts'

/** Text that nothing recognised: the text is the summary. */
export const text: Content = (source, draft) => {
  draft.summary = source.text('message')
  return false
}
