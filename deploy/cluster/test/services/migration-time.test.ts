import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { CHART, ROOT } from '@kla/cluster'
import { parse } from 'yaml'

const { migrations } = parse(await readFile(`${CHART}/values.yaml`, 'utf8')) as {
  readonly migrations: { readonly activeDeadlineSeconds: number }
}

test('the migration Job outlasts two statements at their timeout', async () => {
  const source = await readFile(`${ROOT}services/chassis/src/migrate.ts`, 'utf8')
  const [, minutes = ''] = /^const STATEMENT_TIMEOUT = '(\d+)min'$/m.exec(source) ?? []
  expect(migrations.activeDeadlineSeconds).toBeGreaterThan(2 * 60 * Number(minutes))
})

test('documented helm commands wait as long as the Job may take', async () => {
  const waits = (await pages()).flatMap(({ page, text }) =>
    [...text.matchAll(/\bhelm (?:-n \S+ )?(?:install|upgrade) kla .*-f (?:kla|values)\.yaml.*/g)].map(([command]) => {
      const [, minutes = '5'] = /--timeout (\d+)m/.exec(command) ?? []
      return { page, command, long: Number(minutes) * 60 > migrations.activeDeadlineSeconds }
    }),
  )
  expect(waits.filter(({ long }) => !long)).toEqual([])
  expect(waits.length).toBeGreaterThan(1)
})

async function pages(): Promise<{ readonly page: string; readonly text: string }[]> {
  const found = await Promise.all(
    ['helm', 'deploy', 'deploy/observability/runbooks'].map(async (folder) =>
      (await readdir(`${ROOT}${folder}`)).filter((file) => file.endsWith('.md')).map((file) => `${folder}/${file}`),
    ),
  )
  return Promise.all(found.flat().map(async (page) => ({ page, text: await readFile(`${ROOT}${page}`, 'utf8') })))
}
