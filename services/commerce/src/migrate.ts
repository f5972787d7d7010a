import { fileURLToPath } from 'node:url'
import { migrateProcess } from '@kla/chassis'

const directory = fileURLToPath(new URL('../migrations', import.meta.url))
await migrateProcess({ schema: 'commerce', directory, say: (line) => console.log(line) })
