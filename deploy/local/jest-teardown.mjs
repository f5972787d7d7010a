/** What jest calls after the last test. */
export default async function teardown() {
  await globalThis.stopKlaTestInfrastructure?.()
}
