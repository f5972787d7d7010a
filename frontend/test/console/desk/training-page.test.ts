import { beforeEach, describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import { TRAINING_CASES } from '../../../src/console/desk/training-cases.js'
import { accessibilityFaults, openConsole, session, watchPages } from './console-page.js'
import { deskView } from './views.js'

/** Requests of the page after it has loaded. */
let requests: string[]

beforeEach(() => {
  requests = []
})
watchPages()

async function openTraining(me = session()) {
  const opened = await openConsole(({ path }) => (path === '/admin/desk' ? { body: deskView() } : undefined), { me })
  await opened.open('/training')
  const { page, button } = opened
  await page.getByText('Training: nothing here is sent').waitFor()
  page.on('request', (request) => {
    if (!/\/assets\//.test(request.url())) requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return { page, button, openCase: (title: string) => button(`Open: ${title}`).click() }
}

describe('the training', () => {
  test('takes all cases to the score, and sends nothing', async () => {
    const { page, button, openCase } = await openTraining()
    await openCase(TRAINING_CASES[0]!.title)
    for (const [place, { title }] of TRAINING_CASES.entries()) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      await button('Dismiss').click()
      await button('Decide').click()
      await page.getByRole('heading', { name: 'The known answer' }).waitFor()
      const isLast = place === TRAINING_CASES.length - 1
      await button(isLast ? 'Back to the cases' : 'Next case').click()
    }
    const right = TRAINING_CASES.filter(({ answer }) => answer.breach === null).length
    await page.getByText(`You agreed with the known answer in ${right} of ${TRAINING_CASES.length} cases.`).waitFor()
    expect(requests).toEqual([])
  })

  test('gives the answer with its reason, and remembers only which cases are done', async () => {
    const { page, button, openCase } = await openTraining()
    const { title, answer } = TRAINING_CASES.find(({ id }) => id === 'threat')!
    await openCase(title)
    await button('Act').click()
    await page.getByText('(suggested)').first().waitFor()
    await page.getByRole('radio', { name: /Ban for 7 days/ }).check()
    await page.getByLabel('Chat messages').check()
    await page.getByLabel('What happened').fill('Threatened an opponent.')
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Decide').click()
    await page.getByText('You agree with it.').waitFor()
    await page.getByText(answer.why).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Back to the cases').click()
    const kept = await page.evaluate(() => [localStorage.getItem('console-training/1'), Object.keys(sessionStorage)])
    // The page of the tests itself keeps both.
    expect(kept).toEqual(['threat', ['opened', 'adminToken']])
    expect(requests).toEqual([])
    await page.reload()
    await page.getByText('Done', { exact: true }).waitFor()
    expect(await page.getByText('To do').count()).toBe(TRAINING_CASES.length - 1)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('offers the help message for someone who may hurt themselves', async () => {
    const { page, button, openCase } = await openTraining(session(permissionsOf('viewer', false)))
    await openCase(TRAINING_CASES.find(({ category }) => category === 'self_harm')!.title)
    await button('Write the help message').click()
    expect(await page.getByLabel('Message to the player').inputValue()).toContain('findahelpline.com')
    await button('Decide').click()
    await page.getByText('You agree with it.').waitFor()
    expect(requests).toEqual([])
  })
})
