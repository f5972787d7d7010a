import type { ListOwnDecisionsResponse } from '@kla/proto'
import { AppealCreation, OwnStanding, UuidParams } from '@kla/proto/schemas'
import type { AppealState, DecisionRule, MeasureKind } from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, textOrNull } from '../values.js'

export const playerStanding: Resource = async (app, { decisions }) => {
  app.get(
    '/user/standing',
    { config: { access: 'banned-player' }, schema: playerCall('Decisions about the player', OwnStanding) },
    async (request) => standingView(await decisions.listOwnDecisions({}, onBehalfOf(request))),
  )

  app.post(
    '/user/decisions/:id/appeal',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Appeal a decision', OwnStanding, { params: UuidParams, body: AppealCreation }),
    },
    async (request) => {
      const appeal = { decisionId: request.params.id, text: request.body.text }
      await decisions.openAppeal(appeal, onBehalfOf(request))
      return standingView(await decisions.listOwnDecisions({}, onBehalfOf(request)))
    },
  )
}

const standingView = ({ decisions }: ListOwnDecisionsResponse): OwnStanding => ({
  decisions: decisions.map(({ measures, appeal, ...decision }) => ({
    id: decision.id,
    decided_at: isoOf(decision.decidedAtMs),
    rule: textOrNull(decision.rule) as DecisionRule | null,
    facts: decision.facts,
    letter: decision.letter,
    measures: measures.map(({ kind, untilMs, lifted }) => ({
      kind: kind as MeasureKind,
      until: isoOrNull(untilMs),
      lifted,
    })),
    state: decision.state as OwnStanding['decisions'][number]['state'],
    appeal_until: isoOf(decision.appealUntilMs),
    appeal: appeal
      ? {
          text: appeal.text,
          opened_at: isoOf(appeal.openedAtMs),
          state: appeal.state as AppealState,
          answer: textOrNull(appeal.answer),
          decided_at: isoOrNull(appeal.decidedAtMs),
        }
      : null,
  })),
})
