import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { DASHBOARD_FILES, dashboardFiles, DASHBOARDS, readPromql } from '@kla/observability'

interface Json {
  readonly [key: string]: unknown
}
interface PanelJson extends Json {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

test('dashboards match their source (npm run dashboards)', async () => {
  const files = dashboardFiles()
  expect((await readdir(DASHBOARD_FILES)).sort()).toEqual([...files.keys()].sort())
  for (const [file, text] of files) expect(await readFile(new URL(file, DASHBOARD_FILES), 'utf8')).toBe(text)
})

describe.each(DASHBOARDS.map((spec) => [spec.uid, spec] as const))('%s', (uid, spec) => {
  const json = JSON.parse(dashboardFiles().get(`${uid}.json`) ?? '') as Json & { panels: readonly PanelJson[] }
  const panels = json.panels.filter(({ type }) => type !== 'row')

  test('uses the chosen data source only', () => {
    const named = [...JSON.stringify(json).matchAll(/"uid":"([^"]*)"/g)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set([uid, '${datasource}']))
  })

  test('has descriptions, units and valid PromQL of the chosen namespaces', () => {
    for (const { title, description, unit, queries } of spec.rows.flatMap((row) => row.panels)) {
      expect({ title, said: description.length > 5 && description.endsWith('.'), unit: unit !== undefined }).toEqual({
        title,
        said: true,
        unit: true,
      })
      for (const { expr } of queries) {
        for (const { metric, matchers } of readPromql(expr).selectors) {
          // Alerts of all namespaces are shown: who is on call has all of them.
          if (metric === 'ALERTS') continue
          expect({ title, metric, matchers }).toMatchObject({
            matchers: expect.arrayContaining([{ label: 'namespace', op: '=~', value: '$namespace' }]),
          })
        }
      }
    }
  })

  test('uses axes of seconds for seconds only', () => {
    const times = spec.rows.flatMap((row) => row.panels).filter(({ unit }) => unit === 's')
    const others = times.flatMap(({ title, queries }) =>
      queries
        .filter(({ expr }) =>
          readPromql(expr).selectors.some(({ metric }) => !/_seconds(_bucket|_sum|_count)?$/.test(metric)),
        )
        .map(({ expr }) => `${title}: ${expr}`),
    )
    expect(others).toEqual([])
  })

  test('has unique panel ids and no overlaps', () => {
    expect(new Set(json.panels.map(({ id }) => id)).size).toBe(json.panels.length)
    const taken = new Set<string>()
    for (const { gridPos } of json.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x},${y}`)).toBe(false)
          taken.add(`${x},${y}`)
        }
      }
    }
    expect(panels.length).toBeGreaterThan(5)
  })
})
