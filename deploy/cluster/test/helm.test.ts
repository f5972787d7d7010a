import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { CHART, lint, parseManifests, render, ROOT, template } from '@kla/cluster'
import { describeWithHelm, helm, sets, testWithHelm } from './with-helm.js'

// Tools that deploy from git refuse links out of a chart, and a package of it may lack what they lead to.
test('the chart has files and folders alone, no links', async () => {
  const entries = await readdir(CHART, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(({ name }) => name)).toEqual([])
  expect(entries.map(({ name }) => name)).toContain('kla-overview.json')
})

describeWithHelm('helm lint --strict', () => {
  testWithHelm.each(sets)('passes with $name', async ({ files }) => {
    expect(await lint(helm, files)).toContain('0 chart(s) failed')
  })
})

describeWithHelm('the render under review', () => {
  const reviewed = sets.filter(({ render }) => render !== undefined)

  testWithHelm('is one, of at least five value sets', () => {
    expect(reviewed).toHaveLength(1)
    expect(sets.length).toBeGreaterThanOrEqual(5)
  })

  // A change of the chart shows in its review: `npm run renders` writes this file.
  testWithHelm.each(reviewed)("$name equals the chart's output (npm run renders)", async (set) => {
    expect(await render(helm, set)).toBe(await readFile(set.render!, 'utf8'))
  })
})

describeWithHelm('the notes after an install', () => {
  /** Helm shows them only at a cluster, so an object of the values carries their template. */
  async function notesWith(...set: readonly string[]): Promise<string> {
    const notes = `Notes: ${await readFile(`${CHART}/templates/NOTES.txt`, 'utf8')}`
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'notes' }, data: { notes } }
    const { files } = sets.find(({ name }) => name === 'gateway-api')!
    const objects = parseManifests(await template(helm, files, [`extraObjects=${JSON.stringify([object])}`, ...set]))
    const shown = objects.find(({ metadata }) => metadata.name === 'notes')!
    return (shown.data as { notes: string }).notes
  }

  testWithHelm('warn that no alert fires and no moderator is called, until the values say who is', async () => {
    expect(await notesWith()).toMatch(/NO ALERT FIRES[^]*NO ONE IS CALLED/)
    const quiet = await notesWith('observability.rules=true', 'onCall.webhook=true')
    expect(quiet).toContain('Secrets, rotation, upgrades')
    expect(quiet).not.toMatch(/NO ALERT FIRES|NO ONE IS CALLED/)
    expect(await notesWith('onCall.emails="lead@example.com"')).toContain('NO ONE IS CALLED')
  })
})

describeWithHelm('dashboards in the chart', () => {
  // The render under review leaves their text out.
  testWithHelm('equal the files of helm/files/observability/dashboards', async () => {
    const folder = `${ROOT}helm/files/observability/dashboards/`
    const { files } = sets.find(({ name }) => name === 'everything')!
    const maps = parseManifests(await template(helm, files)).filter(
      ({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1',
    )
    const rendered = Object.assign({}, ...maps.map(({ data }) => data as Record<string, string>)) as Record<
      string,
      string
    >
    const names = (await readdir(folder)).sort()
    expect(Object.keys(rendered).sort()).toEqual(names)
    for (const name of names)
      expect(JSON.parse(rendered[name]!)).toEqual(JSON.parse(await readFile(`${folder}${name}`, 'utf8')))
  })
})
