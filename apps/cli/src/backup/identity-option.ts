import { Option } from 'commander'

export const identityOption = (): Option =>
  new Option('--identity <file>', 'the identity that opens an encrypted backup, - for standard input')
