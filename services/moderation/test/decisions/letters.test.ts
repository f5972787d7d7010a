import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type MailboxStandIn, startMailboxStandIn } from '@kla/local'
import { eventually } from '@kla/testkit'
import { createDesk, type Desk } from '../support/decisions.js'

const DAY_MS = 86_400_000

let mailbox: MailboxStandIn
let desk: Desk
let player = 1_000
beforeAll(async () => {
  mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
  desk = await createDesk(
    {},
    {
      SMTP_URL: mailbox.smtpUrl,
      SMTP_REQUIRE_TLS: 'false',
      MAIL_FROM: 'no-reply@kla.test',
      PUBLIC_URL: 'https://kla.test/',
    },
  )
}, 60_000)
afterAll(async () => {
  await desk.close()
  await mailbox.close()
})
beforeEach(() => {
  player += 10
})

const lettersTo = (id: number): string[] =>
  mailbox.control.mails.filter(({ to }) => to.includes(`player${id}@kla.test`)).map(({ text }) => text)
const pass = (ms: number) => void (desk.clock.aheadMs += ms)

async function decide(change: Parameters<Desk['orderOf']>[2] = {}) {
  const reports = [
    await desk.report(player, { reporterId: player + 1 }),
    await desk.report(player, { reporterId: player + 1 }),
    await desk.report(player, { reporterId: player + 2 }),
  ]
  const order = desk.orderOf(await desk.claim(player), reports, change)
  return { reports, decision: await desk.client.decide(order, await desk.moderator()) }
}

describe('letters about decisions', () => {
  test('wait a minute, and then tell the player why and the reporters that we acted', async () => {
    const measures = [{ kind: 'chat', durationMs: DAY_MS, banId: 0 }]
    const { reports, decision } = await decide({ measures, letter: 'Please be kind.' })
    pass(58_000)
    await eventually(async () => (await desk.letters([player])).join() === `decision ${player} waiting`)
    expect(lettersTo(player)).toEqual([])
    pass(3_000)
    await eventually(() => [player, player + 1, player + 2].every((id) => lettersTo(id).length === 1))
    const [text = ''] = lettersTo(player)
    expect(text).toContain(decision.facts)
    expect(text).toContain("You're banned from the chat until")
    expect(text).toContain('Please be kind.')
    expect(text).toContain('https://kla.test/settings#standing')
    expect(text).not.toContain('mod5')
    expect(lettersTo(player + 1)[0]).toContain(`your reports #${reports[0]} and #${reports[1]} and acted.`)
    expect(lettersTo(player + 2)[0]).toContain(`your report #${reports[2]} and acted.`)
    for (const id of [player + 1, player + 2]) {
      expect(lettersTo(id)[0]).not.toContain(`player${player}`)
      expect(lettersTo(id)[0]).not.toContain(decision.facts)
    }
  })

  test('are a message alone after a dismissal with one, and say nothing to who worries about someone', async () => {
    const report = await desk.report(player, { reporterId: player + 1, category: 'self_harm' })
    const order = desk.orderOf(await desk.claim(player), [report], {
      outcome: 'dismissed',
      rule: '',
      facts: '',
      basis: [],
      measures: [],
      letter: 'We are worried about you.',
    })
    await desk.client.decide(order, await desk.moderator())
    pass(61_000)
    await eventually(() => lettersTo(player).length === 1)
    expect(lettersTo(player)[0]).toContain('We are worried about you.')
    expect(lettersTo(player)[0]).not.toMatch(/rule|appeal/i)
    const { decisions } = await desk.client.listOwnDecisions({}, await desk.as(player))
    expect(decisions).toMatchObject([{ rule: '', letter: 'We are worried about you.', measures: [] }])
    expect(lettersTo(player + 1)).toEqual([])
  })

  test('do not name a report by who worries about someone beside others of the same reporter', async () => {
    const abuse = await desk.report(player, { reporterId: player + 1 })
    const worry = await desk.report(player, { reporterId: player + 1, category: 'self_harm' })
    await desk.client.decide(desk.orderOf(await desk.claim(player), [abuse, worry]), await desk.moderator())
    pass(61_000)
    await eventually(() => lettersTo(player + 1).length === 1)
    expect(lettersTo(player + 1)[0]).toContain(`your report #${abuse} and acted.`)
    expect(lettersTo(player + 1)[0]).not.toContain(`#${worry}`)
  })

  test('are not sent if the decision is undone, and are sent once it is decided again', async () => {
    const { reports, decision } = await decide()
    pass(5_000)
    await desk.client.undoDecision({ id: decision.id }, await desk.moderator())
    pass(120_000)
    const [job] = await desk.jobs(player)
    const again = await desk.desk.claimJob({ id: job!.id }, await desk.moderator())
    const dismissal = { outcome: 'dismissed', rule: '', facts: '', basis: [], measures: [] }
    const versions = again.reports.map(({ id, version = 0 }) => ({ id, version }))
    const order = desk.orderOf({ jobId: job!.id, claim: again.job!.claim }, reports, {
      ...dismissal,
      seen: { versions },
    })
    await desk.client.decide(order, await desk.moderator())
    pass(61_000)
    await eventually(() => [player + 1, player + 2].every((id) => lettersTo(id).length === 1))
    expect(lettersTo(player + 2)[0]).toContain('took no action')
    expect(lettersTo(player)).toEqual([])
  })

  test('tell the player how the appeal ended, instead of which ban was lifted', async () => {
    const { decision } = await decide()
    pass(61_000)
    await eventually(() => lettersTo(player).length === 1)
    const appeal = { decisionId: decision.id, text: 'It was not me.' }
    await desk.client.openAppeal(appeal, await desk.as(player, [{ scope: 'global', untilMs: 0 }]))
    const { appeals } = await desk.client.listAppeals({ open: true, after: '', limit: 25 }, await desk.moderator(6))
    const { id } = appeals.find((each) => each.decision?.id === decision.id)!
    const answer = { id, outcome: 'overturned', answer: 'You were right.' }
    await desk.client.decideAppeal(answer, await desk.moderator(6))
    pass(61_000)
    await eventually(() => lettersTo(player).length === 2)
    expect(lettersTo(player)[1]).toContain('You were right.')
    expect(lettersTo(player)[1]).not.toContain('mod6')
    const sent = [`appeal-decided ${player} sent`, `decision ${player} sent`]
    await eventually(async () => expect(await desk.letters([player])).toEqual(sent))
  })

  test('about a ban that came from a decision are written when it is lifted by hand', async () => {
    const { decision } = await decide()
    pass(61_000)
    await eventually(() => lettersTo(player).length === 1)
    await desk.moderation.liftBan({ id: decision.measures[0]!.banId, liftReason: '' }, await desk.may('bans.lift'))
    pass(61_000)
    await eventually(() => lettersTo(player).length === 2)
    expect(lettersTo(player)[1]).toContain('Your ban from Kla was lifted')
  })

  test('about a ban that came from a decision are written when it is extended and lifted within a minute', async () => {
    const { decision } = await decide()
    pass(61_000)
    await eventually(() => lettersTo(player).length === 1)
    const id = decision.measures[0]!.banId
    const { version = 0 } = await desk.moderation.getBan({ id }, await desk.may('bans.read'))
    const extension = {
      userId: player,
      reason: '',
      scope: 'global',
      durationMs: 7 * DAY_MS,
      notes: '',
      evidenceJson: '',
      expected: { id, version, then: 'extend' },
    }
    await desk.moderation.createBan(extension, await desk.may('bans.set'))
    pass(30_000)
    await desk.moderation.liftBan({ id, liftReason: '' }, await desk.may('bans.lift'))
    pass(61_000)
    await eventually(() => lettersTo(player).length === 2)
    expect(lettersTo(player)[1]).toContain('Your ban from Kla was lifted')
    const letters = [`ban-lifted ${player} sent`, `ban-set ${player} failed undone`, `decision ${player} sent`]
    await eventually(async () => expect(await desk.letters([player])).toEqual(letters))
  })

  test('say that a ban was lifted before they were sent', async () => {
    const { decision } = await decide()
    pass(10_000)
    await desk.moderation.liftBan({ id: decision.measures[0]!.banId, liftReason: '' }, await desk.may('bans.lift'))
    pass(61_000)
    await eventually(() => lettersTo(player).length === 2)
    const reasons = lettersTo(player).find((text) => text.includes(decision.facts))
    expect(reasons).toContain('- Your ban from Kla was lifted.')
    expect(reasons).not.toContain("You're banned from Kla")
  })
})
