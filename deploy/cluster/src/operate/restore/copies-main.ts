import { mkdir } from 'node:fs/promises'
import { createRedis } from '@kla/chassis'
import {
  changeLine,
  changesBetween,
  copiedFingerprints,
  copyDatabase,
  copyStream,
  deleteStream,
  fingerprintsOf,
  restoreDatabase,
  restoreStream,
} from '@kla/e2e/copies'
import { EVENTS_STREAM } from '@kla/proto'
import { quietLogger } from '@kla/testkit'

/** Copies the stores, or puts a copy into them. Runs in the node: back-up or restore, folder, addresses of the stores. */
const [what, folder = '', postgresUrl = '', redisUrl = '', natsUrl = ''] = process.argv.slice(2)
const events = `${folder}/events`

if (what === 'back-up') {
  await mkdir(folder, { recursive: true })
  // In this order, nothing is lost between the two: deploy/BACKUP.md.
  const { tables } = await copyDatabase(postgresUrl, folder)
  const { messages } = await copyStream(natsUrl, EVENTS_STREAM, events)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows of ${tables.length} tables, ${messages} events`)
} else {
  const copy = await restoreDatabase(postgresUrl, folder)
  await deleteStream(natsUrl, EVENTS_STREAM)
  await restoreStream(natsUrl, EVENTS_STREAM, events)
  const redis = createRedis({ url: redisUrl, log: quietLogger() })
  await redis.flushall()
  redis.disconnect()
  const changes = changesBetween(copiedFingerprints(copy), await fingerprintsOf(postgresUrl))
  if (changes.length > 0) throw new Error(`tables differ: ${changeLine(changes)}`)
  console.log('every table as in the copy')
}
process.exit()
