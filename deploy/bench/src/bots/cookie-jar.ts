/** The cookies of one person. Browsers keep them by host name, whatever the port. */
export interface CookieJar {
  /** Takes what a response from `url` sets. */
  take(url: string, response: Response): void
  /**
   * Lays a cookie in, as `name=value`, that the host of `url` had set for another client. Responses take it back, but do not
   * replace it: the other client would be left with a value that was replaced, which ends a session.
   */
  put(url: string, cookie: string): void
  /** The `cookie` header for a request to `url`; empty when there is none. */
  header(url: string): string
}

export function createCookieJar(): CookieJar {
  const hosts = new Map<string, Map<string, string>>()
  const laidIn = new Set<string>()
  const cookiesOf = (url: string): Map<string, string> => {
    const host = new URL(url).hostname
    const cookies = hosts.get(host) ?? new Map<string, string>()
    hosts.set(host, cookies)
    return cookies
  }
  return {
    put(url, cookie) {
      const [name = '', value = ''] = splitOnce(cookie, '=')
      cookiesOf(url).set(name, value)
      laidIn.add(`${new URL(url).hostname} ${name}`)
    },
    take(url, response) {
      const cookies = cookiesOf(url)
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = splitOnce(pair, '=')
        if (value === '' || /;\s*max-age=0/i.test(line)) cookies.delete(name)
        else if (!laidIn.has(`${new URL(url).hostname} ${name}`)) cookies.set(name, value)
      }
    },
    header: (url) =>
      [...(hosts.get(new URL(url).hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
