import { readdir, readFile } from 'node:fs/promises'
import { DASHBOARDS } from './dashboards/index.js'
import { RULES, RUNBOOKS } from './places.js'
import { isAlert, readRules } from './rules.js'

/** A PromQL expression, and who asks it. */
export interface Expression {
  readonly asker: string
  readonly expr: string
}

/** Every expression of every rule, dashboard and runbook. */
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
  return [...rules, ...panels, ...(await askedByRunbooks())]
}

/** What pages ask Prometheus in their commands. */
export async function askedByRunbooks(): Promise<readonly Expression[]> {
  const pages = (await readdir(RUNBOOKS)).map(async (page) => {
    const text = await readFile(new URL(page, RUNBOOKS), 'utf8')
    return [...text.matchAll(/promql '([^']+)'/g)].map(([, expr = '']) => ({ asker: page, expr }))
  })
  return (await Promise.all(pages)).flat()
}
