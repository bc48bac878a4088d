import { send } from './http-client.ts'

/** A minimal browser: it keeps cookies by origin, and follows redirects step by step. */
export interface WalkingBrowser {
  readonly cookies: Map<string, Map<string, string>>
  /** Keeps the cookies of an answer that a script on its page got. */
  keep(url: string, setCookie: string | readonly string[] | undefined): void
  /** Sends one request. If the response has a form, `login` fills it in and sends it. */
  go(
    url: string,
    options?: { form?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> },
  ): Promise<Step>
  /**
   * Continues from an address of the provider, through its forms, until it sends the browser back. That last address is
   * not visited.
   */
  login(url: string, as: string): Promise<string>
}

export interface Step {
  readonly status: number
  readonly text: string
  /** The next address, absolute. */
  readonly location: string | undefined
  readonly setCookie: readonly string[]
}

const MAX_STEPS = 12

export function createWalkingBrowser(): WalkingBrowser {
  const cookies = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url)
    const jar = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, jar)
    return jar
  }
  const browser: WalkingBrowser = {
    cookies,
    keep(url, setCookie = []) {
      const jar = jarOf(url)
      for (const line of [setCookie].flat()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
    },
    async go(url, { form, headers } = {}) {
      const jar = jarOf(url)
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await send(url, {
        method: form ? 'POST' : 'GET',
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...headers,
        },
        ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      })
      const setCookie = reply.headers['set-cookie'] ?? []
      browser.keep(url, setCookie)
      const { location } = reply.headers
      return {
        status: reply.status,
        text: reply.text,
        setCookie,
        location: location === undefined ? undefined : new URL(location, url).href,
      }
    },
    async login(url, as) {
      const { origin } = new URL(url)
      let next = url
      for (let i = 0; i < MAX_STEPS; i++) {
        if (new URL(next).origin !== origin) return next
        let step = await browser.go(next)
        if (step.status === 200) {
          const action = /action="([^"]+)"/.exec(step.text)?.[1] ?? ''
          const prompt = /name="prompt" value="(\w+)"/.exec(step.text)?.[1] ?? ''
          step = await browser.go(new URL(action, next).href, { form: { prompt, login: as, password: 'any' } })
        }
        if (step.location === undefined)
          throw new Error(`the provider answered ${step.status}: ${step.text.slice(0, 500)}`)
        next = step.location
      }
      throw new Error('the provider does not end')
    },
  }
  return browser
}
