import { isIP } from 'node:net'
import type { Fields } from '../../src/packs/kit.ts'

/** Operations of vfs_full_audit that are about files, by what they do. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  connect: 'connect',
  disconnect: 'disconnect',
  open: 'open',
  openat: 'open',
  create_file: 'open',
  opendir: 'open',
  fdopendir: 'open',
  close: 'close',
  closedir: 'close',
  read: 'read',
  pread: 'read',
  pread_recv: 'read',
  sendfile: 'read',
  write: 'write',
  pwrite: 'write',
  pwrite_recv: 'write',
  recvfile: 'write',
  ftruncate: 'write',
  unlink: 'delete',
  unlinkat: 'delete',
  rmdir: 'delete',
  rename: 'rename',
  renameat: 'rename',
  mkdir: 'mkdir',
  mkdirat: 'mkdir',
  chmod: 'change',
  fchmod: 'change',
  chown: 'change',
  fchown: 'change',
  lchown: 'change',
  fset_nt_acl: 'change',
  set_nt_acl: 'change',
  fset_dos_attributes: 'change',
  set_dos_attributes: 'change',
  link: 'link',
  linkat: 'link',
  symlink: 'link',
  symlinkat: 'link',
  stat: 'look',
  lstat: 'look',
  fstat: 'look',
  getxattr: 'look',
  fgetxattr: 'look',
  readdir: 'look',
  get_nt_acl: 'look',
  fget_nt_acl: 'look',
}
const RESULT = /^(ok|fail)(?: \((.{1,128})\))?$/

/**
 * `prefix|operation|result|arguments`. The prefix is set by the administrator; by default it is user and address. The
 * arguments are names that users give to files, which may hold bars: so the first operation with a result counts.
 */
export function readAudit(text: string): Fields | undefined {
  const parts = text.split('|', 64)
  const at = parts.findIndex(
    (part, index) => index > 0 && Object.hasOwn(OPERATIONS, part) && RESULT.test(parts[index + 1] ?? ''),
  )
  if (at < 1 || at > 12) return undefined
  const operation = parts[at]!
  const result = RESULT.exec(parts[at + 1]!)!
  const prefix = parts.slice(0, at)
  const rest = parts.slice(at + 2)
  const out: Fields = { operation, deed: OPERATIONS[operation], result: result[1] }
  if (result[2]) out.reason = result[2]
  // `%u|%I|…`: anything else is not known to be a name and an address.
  if (prefix.length >= 2 && isIP(prefix[1]!) && !isIP(prefix[0]!)) {
    out.user = prefix[0]
    out.client = prefix[1]
  } else {
    const addresses = prefix.filter(part => isIP(part))
    if (addresses.length === 1) out.client = addresses[0]
  }
  Object.assign(out, argumentsOf(operation, rest))
  return out
}

function argumentsOf(operation: string, rest: readonly string[]): Fields {
  const whole = rest.join('|')
  if (whole === '') return {}
  if (operation === 'connect' || operation === 'disconnect') return { share: whole }
  // `0x100081|dir|open|path`
  if (operation === 'create_file')
    return rest.length >= 4
      ? { access: rest[0], kind: rest[1], disposition: rest[2], path: rest.slice(3).join('|') }
      : {}
  if (operation === 'open' || operation === 'openat') {
    return rest.length >= 2 && /^[rwa+]{1,3}$/.test(rest[0]!)
      ? { mode: rest[0], path: rest.slice(1).join('|') }
      : { path: whole }
  }
  if (/^(?:rename|link|symlink)/.test(operation)) return rest.length === 2 ? { path: rest[0], new_path: rest[1] } : {}
  if (
    operation === 'unlink' ||
    operation === 'unlinkat' ||
    /^(?:rmdir|mkdir|opendir|stat|lstat|close|pread|pwrite|read|write)/.test(operation)
  )
    return { path: whole }
  return rest.length === 1 ? { path: whole } : { path: rest[0] }
}
