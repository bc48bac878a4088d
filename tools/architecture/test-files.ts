/** Whether a file is a test, a contract suite, or a helper of tests. */
export const isTest = (path: string): boolean =>
  /\.(?:test|contract)\.tsx?$|\/(?:testing|contracts?)\/|\/contracts\.ts$/.test(path)
