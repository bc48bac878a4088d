/** A rule of the architecture that a file breaks. */
export interface Violation {
  readonly rule: string
  /** From the root of the repository. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** What is wrong. */
  readonly detail: string
  /** What to do about it. */
  readonly fix: string
}

/** A violation as one line that an editor can jump to. */
export const describeViolation = ({ file, line, detail, fix }: Violation): string =>
  `${file}:${line}: ${detail}. ${fix}.`
