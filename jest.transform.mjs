import { createHash } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'

export default {
  process: (src, path) => ({ code: stripTypeScriptTypes(src, { mode: 'strip', sourceUrl: path }) }),
  getCacheKey: (src, path) => createHash('sha256').update(process.version).update(path).update(src).digest('hex'),
}
