import { migrateProcess } from '@kla/chassis'
import { fileURLToPath } from 'node:url'

const directory = fileURLToPath(new URL('../migrations', import.meta.url))
await migrateProcess({ schema: 'evidence', directory, say: (line) => console.log(line) })
