/** A page of the console: words with slashes between them, so nothing that a browser could take for another origin. */
const PAGE = /^\/console(?:\/[A-Za-z0-9_-]{1,128}){0,4}\/?$/

/**
 * Where to continue after a sign-in: the requested page if it belongs to the console, otherwise the console's first
 * page.
 */
export const returnPath = (asked: unknown): string =>
  typeof asked === 'string' && PAGE.test(asked) ? asked : '/console/'
