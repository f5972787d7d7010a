import { DASHBOARDS } from './dashboards/index.js'
import { RULES } from './places.js'
import { isAlert, readRules } from './rules.js'

/** A PromQL expression, and who asks it. */
export interface Expression {
  readonly asker: string
  readonly expr: string
}

/** Every expression of every rule and dashboard. */
export async function allExpressions(): Promise<readonly Expression[]> {
  const rules = (await readRules(RULES)).map((rule) => ({
    asker: isAlert(rule) ? rule.alert : rule.record,
    expr: rule.expr,
  }))
  const panels = DASHBOARDS.flatMap(({ uid, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap(({ title, queries }) => queries.map(({ expr }) => ({ asker: `${uid}: ${title}`, expr }))),
    ),
  )
  return [...rules, ...panels]
}
