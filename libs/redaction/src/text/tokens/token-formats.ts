import { ai } from './ai.ts'
import { chat } from './chat.ts'
import { cloud } from './cloud.ts'
import { databases } from './databases.ts'
import { identity } from './identity.ts'
import { mail } from './mail.ts'
import { monitoring } from './monitoring.ts'
import { packages } from './packages.ts'
import { payment } from './payment.ts'
import { sourceCode } from './source-code.ts'
import type { TokenFormat } from './token-format.ts'

/** Every form of token that is removed wherever it stands, whether or not a key names it. */
export const tokenFormats: readonly TokenFormat[] = [
  ...cloud,
  ...sourceCode,
  ...chat,
  ...payment,
  ...monitoring,
  ...mail,
  ...ai,
  ...packages,
  ...identity,
  ...databases,
]
