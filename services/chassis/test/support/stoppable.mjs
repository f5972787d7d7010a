import { runService } from '@kla/chassis'

/** A process that hangs where its argument says: in "create", in "start", in "stop", or nowhere. */
const [hangsIn] = process.argv.slice(2)
/** @param {string} name */
const step = async (name) => {
  console.log(name)
  if (name === hangsIn) await new Promise((resolve) => setTimeout(resolve, 600_000))
}

await runService(async () => {
  await step('create')
  return {
    start: async () => {
      await step('start')
      // As a listening server does, it keeps the process from ending by itself.
      setInterval(() => undefined, 1_000)
      console.log('started')
    },
    stop: () => step('stop'),
  }
})
