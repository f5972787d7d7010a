import { DESK_RULE_DAYS, type DeskRulesView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Switch } from '../../shared/ui/switch.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { When } from '../kit/moments.js'
import { ListBody } from '../kit/states.js'
import { Facts, Section } from '../kit/text.js'
import { useDeskRulesQuery, useSetDeskRuleMutation } from './api.js'
import styles from './desk.module.css'
import { breachWords, DESK_RULE_WORDS } from './signal-words.js'

/** Rules for the order of the queue, with what an owner needs to judge them. */
export function Rules() {
  const query = useDeskRulesQuery()
  return (
    <div className={styles.log} role="region" aria-label="Rules" tabIndex={0}>
      <p>
        A rule counts first, and changes nothing. Once you let it act, its jobs come first within their category. It
        never passes a more serious category or an overdue job, and it never hides a job or bans anyone.
      </p>
      <ListBody
        query={query}
        failed="Failed to load the rules."
        empty={query.data?.results.length === 0 ? 'There are no rules.' : null}
      >
        {query.data?.results.map((record) => (
          <Rule key={record.rule} record={record} />
        ))}
        {query.data && (
          <p className={styles.muted}>
            All jobs of the last {DESK_RULE_DAYS} days, for comparison. Breaches: {breachWords(query.data.all)}.
          </p>
        )}
      </ListBody>
    </div>
  )
}

type RuleRecord = DeskRulesView['results'][number]

function Rule({ record }: { record: RuleRecord }) {
  const { rule, acting, changed_at, changed_by, raised } = record
  const { title, about } = DESK_RULE_WORDS[rule]
  const [setRule, { isLoading }] = useSetDeskRuleMutation()
  const change = async (wanted: boolean) => {
    const { error } = await setRule({ rule, acting: wanted })
    if (error) toastError(errorText(error, "The rule wasn't changed. Try again."))
    else toastSuccess(wanted ? 'The rule acts now.' : 'The rule only counts now.')
  }
  return (
    <Section title={title}>
      <p className={styles.muted}>{about}</p>
      <Facts
        facts={[
          [acting ? 'Jobs found' : 'Jobs it would have raised', `${raised} in ${DESK_RULE_DAYS} days`],
          ['Breaches', breachWords(record)],
          [
            'Last change',
            changed_at === null ? (
              'Never'
            ) : (
              <span key="changed">
                {changed_by ?? 'Unknown'}, <When at={changed_at} />
              </span>
            ),
          ],
        ]}
      />
      <Switch on={acting} busy={isLoading} onChange={(wanted) => void change(wanted)}>
        Let “{title}” act
      </Switch>
    </Section>
  )
}
