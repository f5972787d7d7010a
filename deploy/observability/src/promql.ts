import { parser } from '@prometheus-io/lezer-promql'

export interface Selector {
  readonly metric: string
  readonly matchers: readonly Matcher[]
}
export interface Matcher {
  readonly label: string
  readonly op: string
  readonly value: string
}

/** Selectors of an expression, and labels it groups by. */
export interface Reading {
  readonly selectors: readonly Selector[]
  readonly grouped: readonly string[]
}

/** Replaces Grafana's time variables. Throws on syntax errors. */
export function readPromql(text: string): Reading {
  const source = text.replaceAll('$__rate_interval', '5m')
  const selectors: { metric: string; matchers: Matcher[] }[] = []
  const grouped: string[] = []
  parser.parse(source).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${source}`)
      const own = source.slice(from, to)
      if (name === 'VectorSelector') selectors.push({ metric: '', matchers: [] })
      const selector = selectors.at(-1)
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector' && selector) selector.metric = own
      if (name === 'UnquotedLabelMatcher') selector?.matchers.push(matcherOf(own))
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouped.push(own)
    },
  })
  return { selectors, grouped }
}

function matcherOf(text: string): Matcher {
  const [, label = '', op = '', quoted = '""'] = /^(\w+)\s*(=~|!~|!=|=)\s*(.*)$/s.exec(text) ?? []
  return { label, op, value: quoted.slice(1, -1) }
}
