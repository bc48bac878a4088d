import type { Kind, Pack } from '../pack.ts'

const INTRO = `# Sources

What Wardline understands without being told. Made from the packs in \`apps/normalizer/packs\` by \`npm run packs -- docs\`;
do not edit it. A source that is not here is read by its syntax (JSON, syslog, CEF, key=value, text), and its events say
so: \`parser.pack\` begins with \`generic\`. [Add a source](../CONTRIBUTING.md#a-source) takes ten minutes.
`

/** docs/sources.md: every pack, how to send it, its kinds of events with their OCSF classes, and its documentation. */
export function sourcesDocument(packs: readonly Pack[]): string {
  const rows = packs.map(pack => `| ${cell(pack.vendor)} | [${cell(pack.product)}](#${pack.id}) | ${envelopes(pack)} |`)
  const sections = packs.map(section)
  return `${INTRO}\n| vendor | product | recognised by |\n|---|---|---|\n${rows.join('\n')}\n\n${sections.join('\n')}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function envelopes({ marks, first }: Pack): string {
  const words = [
    marks.tags && 'syslog program',
    marks.cef && 'CEF or LEEF product',
    marks.channels && 'Windows channel',
    marks.keys && 'JSON keys',
    marks.heads && 'beginning of the text',
    marks.syntax && 'syntax',
    first && 'message of any program',
  ].filter(Boolean)
  return words.join(', ')
}

function section(pack: Pack): string {
  const kinds = [
    ...Object.entries(pack.kinds ?? {}).map(([key, kind]) => row(kind, `\`${key}\``)),
    ...(pack.lines ?? []).map(line => row(line, 'its text')),
    ...(pack.other ? [row(pack.other, 'everything else')] : []),
  ]
  const said = [
    `## ${pack.id}`,
    '',
    `${pack.vendor} ${pack.product}.`,
    ...(pack.send ? lines(pack.send) : []),
    '',
    '| | |',
    '|---|---|',
    `| samples | \`apps/normalizer/packs/${pack.id}/samples\` |`,
    `| documentation | ${pack.docs.map((url, index) => `[${index + 1}](${url})`).join(', ')} |`,
    '',
  ]
  if (kinds.length > 0) said.push('| event | told by | OCSF class | fields |', '|---|---|---|---|', ...kinds, '')
  return said.join('\n')
}

/** Words in lines of at most 120 characters. */
function lines(text: string): string[] {
  const out = ['']
  for (const word of text.split(' ')) {
    const last = out.length - 1
    if (out[last]!.length + word.length >= 119) out.push(word)
    else out[last] += out[last] === '' ? word : ` ${word}`
  }
  return out
}

const row = (kind: Kind, told: string): string =>
  `| ${cell(kind.title)} | ${cell(told)} | ${kind.class} | ${[...new Set(Object.values(kind.map ?? {}))].sort().join(', ')} |`
