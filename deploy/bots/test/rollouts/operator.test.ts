import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { clusterOperator } from '../../src/rollouts/operator.js'

/** A program in kubectl's place that notes its arguments and names one Deployment and two pods. */
const KUBECTL = `#!/bin/sh
echo "$*" >> "$(dirname "$0")/calls"
case "$*" in
  *component=library*) ;;
  *"get deployment"*) echo deployment.apps/live-kla-game-engine ;;
  *"get pods"*) printf 'pod/game-engine-a\\npod/game-engine-b\\n' ;;
esac
`
const SELECTOR =
  '--selector app.kubernetes.io/name=kla,app.kubernetes.io/instance=live,app.kubernetes.io/component=game-engine'

let directory: string
let kubectl: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-kubectl-'))
  kubectl = join(directory, 'kubectl')
  await writeFile(kubectl, KUBECTL)
  await chmod(kubectl, 0o755)
})
beforeEach(() => writeFile(join(directory, 'calls'), ''))
afterAll(() => rm(directory, { recursive: true }))

const calls = async (): Promise<string[]> => (await readFile(join(directory, 'calls'), 'utf8')).trim().split('\n')
const operator = () => clusterOperator({ namespace: 'games', release: 'live', context: 'trial', kubectl })
const COMMON = '--namespace games --context trial'

test('scales a Deployment and waits until it is ready', async () => {
  await operator().scale('game-engine', 4)
  expect(await calls()).toEqual([
    `${COMMON} get deployment ${SELECTOR} --output name`,
    `${COMMON} scale deployment.apps/live-kla-game-engine --replicas 4`,
    `${COMMON} rollout status deployment.apps/live-kla-game-engine --timeout 30m`,
  ])
})

test('rolls a service by restarting its Deployment', async () => {
  await operator().roll('game-engine')
  expect((await calls()).slice(1)).toEqual([
    `${COMMON} rollout restart deployment.apps/live-kla-game-engine`,
    `${COMMON} rollout status deployment.apps/live-kla-game-engine --timeout 30m`,
  ])
})

test('kills one running pod without a grace period', async () => {
  await operator().kill('game-engine')
  expect((await calls()).slice(1)).toEqual([
    `${COMMON} get pods ${SELECTOR} --field-selector status.phase=Running --output name`,
    `${COMMON} delete pod/game-engine-a --grace-period 0 --force`,
    `${COMMON} rollout status deployment.apps/live-kla-game-engine --timeout 30m`,
  ])
})

test('rejects a service that the release does not have', async () => {
  await expect(operator().roll('library')).rejects.toThrow('Release live has no library in namespace games.')
  expect(await calls()).toHaveLength(1)
})
