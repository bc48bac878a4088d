interface Family {
  readonly head: string[]
  readonly samples: string[]
}

/**
 * Prometheus texts of several processes as one: every family's HELP and TYPE once, every sample with the label `service` in front.
 * @param texts by process name.
 */
export function mergeMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>()
  for (const [service, text] of texts) {
    let family: Family | undefined
    let fresh = false
    for (const line of text.split('\n')) {
      if (line === '') continue
      const [hash, word, name] = line.split(' ', 3)
      if (hash !== '#') {
        family?.samples.push(labelled(line, service))
        continue
      }
      if (word === 'HELP' && name !== undefined) {
        fresh = !families.has(name)
        family = families.get(name) ?? { head: [], samples: [] }
        families.set(name, family)
      }
      if (fresh) family?.head.push(line)
    }
  }
  return [...families.values()]
    .flatMap(({ head, samples }) => [...head, ...samples])
    .join('\n')
    .concat('\n')
}

function labelled(sample: string, service: string): string {
  const brace = sample.indexOf('{')
  const space = sample.indexOf(' ')
  if (brace >= 0 && brace < space) return `${sample.slice(0, brace + 1)}service="${service}",${sample.slice(brace + 1)}`
  return `${sample.slice(0, space)}{service="${service}"}${sample.slice(space)}`
}
