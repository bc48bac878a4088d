/** A page of the console: words with slashes between them, so nothing that a browser could take for another origin. */
const PAGE = /^\/console(?:\/[A-Za-z0-9_-]{1,128}){0,4}\/?$/

/** Where to go on after a sign-in: the page that was asked for, if it is one of the console's, else the console's first. */
export const returnPath = (asked: unknown): string =>
  typeof asked === 'string' && PAGE.test(asked) ? asked : '/console/'
