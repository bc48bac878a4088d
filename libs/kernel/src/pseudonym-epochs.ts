import type { Keyring } from './keyring.ts'

/** The epoch of records from before there were others: they do not say it. */
export const FIRST_EPOCH = 1

/** What a record says about the epoch that its pseudonyms are always of (ADR 30). */
export interface RecordEpoch {
  /** Absent: the first. */
  readonly pseudonym_epoch?: number
}

/** The mark of a record that is made in an epoch: nothing in the first one. */
export const epochMark = (epoch: number): RecordEpoch => (epoch === FIRST_EPOCH ? {} : { pseudonym_epoch: epoch })

/** The mark of a record that is made now. */
export const newestMark = (keyring: Keyring): RecordEpoch => epochMark(keyring.newest('pseudonyms'))

/**
 * The mark of a record that somebody writes into again. It is never lowered: another process may have known a newer
 * epoch than this one does yet.
 */
export const renewedMark = (keyring: Keyring, record: RecordEpoch): RecordEpoch =>
  epochMark(Math.max(keyring.newest('pseudonyms'), record.pseudonym_epoch ?? FIRST_EPOCH))

/** Epochs that a search by a name asks: the newest ones. */
export const SEARCHED_EPOCHS = 6

/** The epochs of pseudonyms that a search by a name asks, oldest first. */
export const searchedEpochs = (keyring: Keyring): readonly number[] =>
  keyring.epochs('pseudonyms').slice(-SEARCHED_EPOCHS)
