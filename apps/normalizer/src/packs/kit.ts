/** What a pack may use. A pack imports from here, and from its own folder. */
export { readPairs } from '../formats/kv.ts'
export type { Content, Draft, Mapping, Source } from '../normalize/draft.ts'
export { severityOfSyslog, severityOfTen, severityOfWord } from '../normalize/severity.ts'
export { template } from '../normalize/summary.ts'
export { httpActivity } from './classify.ts'
export { columns, itemOf, named, readTabs } from './columns.ts'
export { definePack, type Ends, type Fields, type Kind, type Line, type Pack, type Seen, type Told } from './pack.ts'
export type { ReadMessage } from './read-message.ts'
