import { invalid } from '@wardline/kernel'

/** `Europe/Zurich`, `Etc/GMT+5`, `UTC`. Offsets like `+01:00`, which Intl accepts too, are not names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Accepts an IANA time zone name that this runtime knows. @throws Problem 422 at `/timezone`. */
export function requireTimeZone(name: string): string {
  if (!NAME.test(name) || !isKnown(name)) throw invalid('/timezone', 'an IANA time zone name is expected')
  return name
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}
