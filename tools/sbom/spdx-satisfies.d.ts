declare module 'spdx-satisfies' {
  /** Whether a licence expression can be satisfied with the given licences. @throws Error for what is no expression. */
  const satisfies: (expression: string, allowed: readonly string[]) => boolean
  export = satisfies
}
