/** RFC 7396; the package has no types of its own. */
declare module 'json-merge-patch' {
  /** `target` with `patch` applied. Neither is changed. */
  export function apply(target: unknown, patch: unknown): unknown
}
