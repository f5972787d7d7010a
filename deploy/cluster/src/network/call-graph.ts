/** The services of the picture whose short names differ from the services'. */
const NAMES: Readonly<Record<string, string>> = { engine: 'game-engine', signalling: 'media-signalling' }

/** The calls that the picture in README.md shows: its solid arrows from service to service. */
export function callGraph(readme: string, services: readonly string[]): readonly string[] {
  const picture = /```mermaid\nflowchart[^\n]*\n([\s\S]*?)```/.exec(readme)?.[1]
  if (picture === undefined) throw new Error('README.md has no picture of the calls')
  return picture.split('\n').flatMap((line) => {
    const [, from, , to] = /^\s*(\w+) <?--( [^-]+ --)?> (.+)$/.exec(line) ?? []
    if (from === undefined || to === undefined) return []
    const callees = to.split('&').map((name) => serviceOf(name.trim().replace(/[[({].*$/, '')))
    return callees
      .filter((callee) => services.includes(callee) && services.includes(serviceOf(from)))
      .map((callee) => `${serviceOf(from)} -> ${callee}`)
  })
}

const serviceOf = (name: string): string => NAMES[name] ?? name
