import type { Schemas } from '../api/client.ts'

/**
 * The text of an event: its message with people in clear. Auditors get no message, and an event of an earlier release
 * has none; then it is the redacted summary.
 */
export const eventText = ({ message, summary }: Pick<Schemas['LogEvent'], 'message' | 'summary'>): string =>
  message ?? summary
