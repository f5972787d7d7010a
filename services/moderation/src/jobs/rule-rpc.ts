import { type Administrator, type Handlers, invalidField } from '@kla/chassis'
import type { DeskRules, DeskServiceService } from '@kla/proto'
import { DESK_RULES } from '@kla/proto/web'
import { auditedBy, visibilityFor } from '../shared/rpc.js'
import { isOneOf } from '../shared/rules.js'
import type { SignalStore } from './signal-store.js'

interface RuleRpcDeps {
  readonly signals: Pick<SignalStore, 'records' | 'change'>
  readonly now: () => number
}

export function ruleHandlers({
  signals,
  now,
}: RuleRpcDeps): Pick<Handlers<DeskServiceService>, 'getRules' | 'setRule'> {
  async function rulesFor(administrator: Administrator): Promise<DeskRules> {
    const { rules, all } = await signals.records(visibilityFor(administrator), now())
    const inOrder = rules.toSorted((one, other) => DESK_RULES.indexOf(one.rule) - DESK_RULES.indexOf(other.rule))
    return { rules: inOrder.map((rule) => ({ ...rule, changedAtMs: rule.changedAtMs ?? 0 })), ...all }
  }

  return {
    /** Leaves no audit entry: it has no personal data. */
    getRules: async (_request, call) => rulesFor(await call.administrator('administrators.manage')),

    /** Idempotent. Errors: INVALID_FIELD. */
    async setRule({ rule, acting }, call) {
      const administrator = await call.administrator('administrators.manage')
      if (!isOneOf(DESK_RULES, rule)) throw invalidField('rule')
      const by = auditedBy(administrator, call, now)
      await signals.change({
        rule,
        acting,
        by: administrator,
        atMs: by.atMs,
        entry: {
          ...by,
          action: 'desk.rule',
          subjectKind: '',
          subjectId: '',
          details: JSON.stringify({ rule, acting }),
          restricted: false,
        },
      })
      return rulesFor(administrator)
    },
  }
}
