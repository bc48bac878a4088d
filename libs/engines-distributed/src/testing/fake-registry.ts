import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a broken registry answers instead of the truth. */
export type Mood = 'well' | 'fault' | 'refuses' | 'html' | 'page_404' | 'cut'

/** A schema registry with versions and levels that compares nothing, for tests of what we ask and how we take answers. */
export interface FakeRegistry {
  readonly url: string
  /** For every request, or for new versions only. */
  mood: Mood
  moodOfNewVersions: Mood
  /** Texts of the versions by subject; an id is a position in `texts` plus 1. */
  readonly subjects: Map<string, string[]>
  readonly texts: string[]
  readonly levels: Map<string, string>
  /** `<method> <path> [<level>]` of every request. */
  readonly requests: string[]
  /** A version that is there before anybody asks. */
  put(subject: string, schema: unknown, level: string): number
  close(): void
}

export async function startFakeRegistry(): Promise<FakeRegistry> {
  const idOf = (text: string): number => {
    if (!fake.texts.includes(text)) fake.texts.push(text)
    return fake.texts.indexOf(text) + 1
  }
  const add = (subject: string, text: string): number => {
    const versions = fake.subjects.get(subject) ?? []
    fake.subjects.set(subject, versions)
    if (!versions.includes(text)) versions.push(text)
    return idOf(text)
  }
  const missing = { status: 404, body: { error_code: 40401, message: 'not found' } }

  function answer(method: string, path: string, content: Record<string, string>): { status: number; body: unknown } {
    const [, area, name = '', what, version] = path.split('/').map(decodeURIComponent)
    if (area === 'config') {
      if (method === 'PUT') fake.levels.set(name, content.compatibility!)
      return { status: 200, body: { compatibilityLevel: fake.levels.get(name) ?? 'NONE', ...content } }
    }
    if (area === 'schemas') {
      const text = fake.texts[Number(version) - 1]
      return text === undefined ? missing : { status: 200, body: { schema: text } }
    }
    if (method === 'POST') return { status: 200, body: { id: add(name, content.schema!) } }
    const text = fake.subjects.get(name)?.at(-1)
    return text === undefined || what !== 'versions' ? missing : { status: 200, body: { id: idOf(text), schema: text } }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const content = text === '' ? {} : (JSON.parse(text) as Record<string, string>)
    const { method = '', url = '' } = request
    fake.requests.push(
      [method, decodeURIComponent(url), ...(content.compatibility ? [content.compatibility] : [])].join(' '),
    )
    const mood = method === 'POST' && fake.mood === 'well' ? fake.moodOfNewVersions : fake.mood
    const say = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (mood === 'cut') request.socket.destroy()
    else if (mood === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
    else if (mood === 'page_404') response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not here</html>')
    else if (mood === 'fault') say(500, { error_code: 0, message: '#: could not determine version' })
    else if (mood === 'refuses') say(409, { error_code: 409, message: 'Incompatible artifact: because' })
    else {
      const { status, body } = answer(method, url, content)
      say(status, body)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
    moodOfNewVersions: 'well',
    subjects: new Map(),
    texts: [],
    levels: new Map(),
    requests: [],
    put(subject, schema, level) {
      fake.levels.set(subject, level)
      return add(subject, JSON.stringify(schema))
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return fake
}
