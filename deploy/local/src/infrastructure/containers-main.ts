// check: exits with 0 if an engine has or can pull the images; cleans up after ended runs
// keep <run>: removes the run's containers when its process is gone
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, RUN_LABEL, storeImages } from '@kla/testkit/containers'
import { type ContainerRuntimeClient, getContainerRuntimeClient, ImageName } from 'testcontainers'

const ENGINE_ANSWERS_WITHIN_MS = 5_000
const RECHECK_AFTER_MS = 300

async function removeContainers(
  { container }: ContainerRuntimeClient,
  ofRun: (run: string) => boolean,
): Promise<number> {
  const all = await container.dockerode.listContainers({ all: true, filters: { label: [RUN_LABEL] } })
  const theirs = all.filter(({ Labels }) => ofRun(Labels[RUN_LABEL] ?? ''))
  await Promise.all(
    theirs.map(({ Id }) =>
      container
        .getById(Id)
        .remove({ force: true, v: true })
        .catch(() => undefined),
    ),
  )
  return theirs.length
}

async function check(): Promise<void> {
  const engine = await Promise.race([
    getContainerRuntimeClient(),
    sleep(ENGINE_ANSWERS_WITHIN_MS).then(() =>
      Promise.reject(new Error(`no engine answered within ${ENGINE_ANSWERS_WITHIN_MS} ms`)),
    ),
  ])
  await removeContainers(engine, hasEnded)
  await Promise.all(Object.values(storeImages()).map((image) => engine.image.pull(ImageName.fromString(image))))
}

async function keep(run: string): Promise<void> {
  const engine = await getContainerRuntimeClient()
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve)
    process.once('SIGTERM', resolve)
    if (!process.connected) resolve()
  })
  // A pending request may still create one.
  while ((await removeContainers(engine, (of) => of === run)) > 0) await sleep(RECHECK_AFTER_MS)
}

for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
try {
  const [command, run = ''] = process.argv.slice(2)
  await (command === 'keep' ? keep(run) : check())
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
