import { accountDetectors } from './find-accounts.ts'
import { addressDetectors } from './find-addresses.ts'
import { columnDetectors } from './find-columns.ts'
import { numberDetectors } from './find-numbers.ts'
import { createHint, type Detector } from './hint.ts'

/** Which detectors of personal values can find something in a text: for each of `personalGroups`, bits by their places. */
export type PersonalHint = readonly number[]

/** All detectors of personal values that need certain words. The others are asked by what {@link scan} tells. */
export const personalGroups: readonly (readonly Detector[])[] = [
  accountDetectors,
  columnDetectors,
  addressDetectors,
  numberDetectors,
]
export const GROUP = { accounts: 0, columns: 1, addresses: 2, numbers: 3 } as const

/** For a text that has changed since secrets were looked for, of which {@link findSecrets} tells. */
export const personalHint: (text: string) => PersonalHint = createHint(personalGroups)
