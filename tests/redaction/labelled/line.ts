// One line of a labelled set.

export interface Identifier {
  /** What it is: email, user, host, ip, phone and so on. */
  readonly type: string
  readonly text: string
}

/** Every labelled text is an exact part of `text`. What no label covers is a constant. */
export interface LabelledLine {
  readonly id: string
  readonly kind: string
  /** Culture of the first person, or null where nobody is named. */
  readonly culture: string | null
  readonly text: string
  readonly persons: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly secrets: readonly string[]
}
