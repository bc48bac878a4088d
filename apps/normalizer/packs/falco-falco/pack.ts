import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const PRIORITY: Kind['severity'] = {
  by: 'priority',
  words: { emergency: 5, alert: 5, critical: 5, error: 4, warning: 3, notice: 2, informational: 1, debug: 1 },
  else: 1,
}
/** Fields of the rule's output, which each rule chooses, and where they go. */
const FIELDS: Readonly<Record<string, string>> = {
  'proc.name': 'process.name',
  'proc.exepath': 'process.file.path',
  'proc.cmdline': 'process.cmd_line',
  'proc.pid': 'process.pid',
  'proc.cwd': 'process.working_directory',
  'proc.pname': 'process.parent_process.name',
  'proc.pcmdline': 'process.parent_process.cmd_line',
  'proc.ppid': 'process.parent_process.pid',
  'container.id': 'process.container.uid',
  'container.name': 'process.container.name',
  'user.name': 'actor.user.name',
  'user.uid': 'actor.user.uid',
  'ka.user.name': 'actor.user.name',
  'ct.user': 'actor.user.name',
  'fd.cip': 'src_endpoint.ip',
  'fd.cport': 'src_endpoint.port',
  'fd.sip': 'dst_endpoint.ip',
  'fd.sport': 'dst_endpoint.port',
  'ct.srcip': 'src_endpoint.ip',
}

function fields(source: Source, draft: Draft): void {
  const at = (name: string): string | undefined => {
    const value = source.text(`output_fields.${name}`)
    return value === '<NA>' || value === 'N/A' ? undefined : value
  }
  for (const name in FIELDS) {
    const value = at(name)
    // The machine itself is no container.
    if (value !== undefined && !(name.startsWith('container.') && value === 'host')) draft.set(FIELDS[name]!, value)
  }
  const file = at('fd.name')
  if (file?.startsWith('/')) draft.set('file.path', file)
}

const finding: Kind = {
  title: 'A rule matches',
  class: 'detection_finding',
  activity: 1,
  severity: PRIORITY,
  map: { rule: 'finding_info.title', uuid: 'finding_info.uid', hostname: 'device.hostname' },
  says: ['{output}'],
  also: fields,
}

export const pack = definePack({
  id: 'falco-falco',
  vendor: 'Falco',
  product: 'Falco',
  names: ['Falcosidekick'],
  docs: ['https://falco.org/docs/concepts/outputs/formatting/', 'https://falco.org/docs/concepts/outputs/channels/'],
  send: 'falco.yaml: json_output: true, with file_output, http_output or syslog_output.',
  marks: { tags: ['falco'], keys: [['output_fields', 'rule', 'priority']] },
  time: ['time'],
  kind: source => (source.text('rule') === undefined ? undefined : 'rule'),
  kinds: { rule: finding },
  lines: [
    {
      // Only what the rule's author wrote: what follows holds names that a stranger may choose.
      ...finding,
      title: 'A rule matches, as text',
      match:
        /^(?:\d\d:\d\d:\d\d\.\d{9}: )?(?<priority>Emergency|Alert|Critical|Error|Warning|Notice|Informational|Debug) (?<text>[^(|]{3,200}?) ?(?:[(|]|$)/,
      map: { text: 'finding_info.title' },
      says: ['{message}'],
    },
  ],
  personal: { 'output_fields.user.name': 'user', 'output_fields.user.loginname': 'user', hostname: 'host' },
})
