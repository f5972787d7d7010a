import type { BlindEvidenceView, EvidenceView, OpeningView, StillsView } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { errorCode } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.js'
import { When } from '../kit/moments.js'
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { Facts, Section } from '../kit/text.js'
import {
  openingFor,
  opensFor,
  useApproveOpeningMutation,
  useAskForBlindOpeningMutation,
  useAskForOpeningMutation,
  useBlindEvidenceQuery,
  useEvidenceQuery,
  useLookMutation,
} from './evidence.js'
import { useAdminSessionQuery, useMay } from './session-api.js'
import { toastFailure } from './step-up.js'
import styles from './stills.module.css'

/** Sealed stills of the reporter's browser, opened by two people. */
export function Stills({ report }: { report: number }) {
  const query = useEvidenceQuery(report)
  const items = query.data?.items ?? []
  return (
    <Section title="Sealed stills">
      <ListBody query={query} failed="Failed to load the stills." empty={items.length === 0 ? 'No stills.' : null}>
        {query.data && <Sealed report={report} evidence={query.data} />}
      </ListBody>
    </Section>
  )
}

function Sealed({ report, evidence: { items, openings } }: { report: number; evidence: EvidenceView }) {
  const mayOpen = useMay()('evidence.open')
  return (
    <>
      <Facts facts={items.flatMap((item) => factsOf(item))} />
      <Allegation />
      {mayOpen ? (
        <Opening report={report} openings={openings} hasStills={items.some((item) => item.has_stills)} />
      ) : (
        <p className={styles.muted}>Your role can&apos;t open stills.</p>
      )}
    </>
  )
}

const Allegation = () => (
  <p className={styles.muted}>
    They come from the reporter's browser and can be forged: they are an allegation, not proof. Never base a permanent
    measure on them alone.
  </p>
)

/** The same for a second opinion: who opened them before stays hidden, because it would tell who decided. */
export function BlindStills({ report }: { report: number }) {
  const query = useBlindEvidenceQuery(report)
  const evidence = query.data
  return (
    <Section title="Sealed stills">
      <ListBody
        query={query}
        failed="Failed to load the stills."
        empty={evidence?.items.length === 0 ? 'No stills.' : null}
      >
        {evidence && <BlindSealed report={report} evidence={evidence} />}
      </ListBody>
    </Section>
  )
}

function BlindSealed({ report, evidence: { items, opening } }: { report: number; evidence: BlindEvidenceView }) {
  const mayOpen = useMay()('evidence.open')
  const hasStills = items.some((item) => item.has_stills)
  return (
    <>
      <p>
        {counted(items.length, 'sealed file')}, {hasStills ? 'with stills' : 'blurred patches only'}. You don&apos;t see
        who opened them before.
      </p>
      <Allegation />
      {!mayOpen && <p className={styles.muted}>Your role can&apos;t open stills.</p>}
      {mayOpen && opening === null && <Ask report={report} blind />}
      {mayOpen && opening?.state === 'waiting' && (
        <>
          <p>
            A request waits for a second person until <When at={opening.until} end />.
          </p>
          {!opening.own && <Ask report={report} blind />}
        </>
      )}
      {mayOpen && opening?.state === 'open' && (
        <Look key={opening.until} report={report} hasStills={hasStills} until={opening.until} blind />
      )}
    </>
  )
}

const factsOf = ({ id, stored_at, bytes, has_stills, expires_at, held }: EvidenceView['items'][number]) =>
  [
    ['Submitted', <When key={`${id}-stored`} at={stored_at} />],
    ['Content', `${has_stills ? 'Stills' : 'Blurred patches only'}, ${Math.ceil(bytes / 1024)} KiB sealed`],
    ['Erased', held ? 'Not while it is on hold' : <When key={`${id}-erased`} at={expires_at} />],
  ] as const

interface OpeningProps {
  report: number
  openings: readonly OpeningView[]
  hasStills: boolean
}

/** Refusals if someone else has to approve it: the caller may ask as well. */
const NOT_FOR_ME: ReadonlySet<string> = new Set(['APPROVER_NOT_INDEPENDENT', 'APPROVER_TOO_NEW'])

function Opening({ report, openings, hasStills }: OpeningProps) {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const [approve, { isLoading, error: refused }] = useApproveOpeningMutation()
  const opening = openingFor(openings, me?.id)

  if (opening === undefined) {
    return <Ask report={report} />
  }
  const own = me?.id === opening.asked_by_id
  if (opensFor(opening, me?.id)) {
    return (
      <>
        <p>
          Opened by {opening.asked_by} and {opening.approved_by}, for the two of them, until{' '}
          <When at={opening.until} clock />.
        </p>
        <Look key={opening.id} report={report} hasStills={hasStills} until={opening.until} />
      </>
    )
  }
  return (
    <>
      <p>
        {opening.asked_by} asks to open them: <q>{opening.reason}</q>
      </p>
      <p>
        Approve by <When at={opening.until} end />.
      </p>
      {own ? (
        <p className={styles.muted}>Someone else has to approve your request.</p>
      ) : (
        <Button
          variant="primary"
          busy={isLoading}
          onClick={() =>
            void approve(opening.id).then(({ error }) => {
              if (error) toastFailure(error, 'Failed to approve.')
            })
          }
        >
          Approve the opening
        </Button>
      )}
      {!own && NOT_FOR_ME.has(errorCode(refused)) && <Ask report={report} />}
    </>
  )
}

function Ask({ report, blind = false }: { report: number; blind?: boolean }) {
  const [asking, setAsking] = useState(false)
  const [askOpenly] = useAskForOpeningMutation()
  const [askBlindly] = useAskForBlindOpeningMutation()
  return (
    <>
      <Button onClick={() => setAsking(true)}>Ask to open them</Button>
      {asking && (
        <ReasonDialog
          title="Ask a second person to open the stills?"
          confirm="Ask"
          draft={['opening', report]}
          hint="The person who approves it reads this. It stays in the audit log."
          onConfirm={async (reason) => {
            const { error } = await (blind ? askBlindly : askOpenly)({ report, reason })
            if (error) toastFailure(error, "We couldn't send the request.")
            else toastSuccess('Asked. Someone else has to approve it.')
            return !error
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            No one opens stills alone. Both of you can look for an hour once it is approved, and every look is in the
            audit log.
          </p>
        </ReasonDialog>
      )}
    </>
  )
}

interface LookProps {
  report: number
  hasStills: boolean
  until: string
  blind?: boolean
}

/** Offers the stills until the opening ends, and then to ask again. */
function Look({ until, blind = false, ...look }: LookProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return isOver ? <Ask report={look.report} blind={blind} /> : <OpenedStills {...look} />
}

function OpenedStills({ report, hasStills }: Pick<LookProps, 'report' | 'hasStills'>) {
  const [look, { isLoading, reset }] = useLookMutation()
  const [seen, setSeen] = useState<{ stills: StillsView['stills']; sharp: boolean } | null>(null)
  const [asking, setAsking] = useState(false)

  const show = async (sharp: boolean) => {
    const looking = look({ report, sharp })
    const { data, error } = await looking
    // The hook's own reset knows only the look before.
    looking.reset()
    if (data) setSeen({ stills: data.stills, sharp })
    else toastFailure(error, "We couldn't open them.")
  }
  return (
    <>
      <div className={styles.actions}>
        <Button busy={isLoading} onClick={() => void show(false)}>
          Show blurred
        </Button>
        {hasStills && (
          <Button busy={isLoading} onClick={() => setAsking(true)}>
            Show sharp
          </Button>
        )}
        {seen && (
          <Button
            variant="quiet"
            onClick={() => {
              setSeen(null)
              reset()
            }}
          >
            Close them
          </Button>
        )}
      </div>
      {seen && (
        <ol className={styles.stills} aria-label={counted(seen.stills.length, 'still')}>
          {seen.stills.map(({ evidence_id, taken_at, jpeg }, index) => (
            <li key={`${evidence_id}-${index}`}>
              <Still
                jpeg={jpeg}
                label={`Still ${index + 1} of ${seen.stills.length}${seen.sharp ? '' : ', blurred'}`}
              />
              <When at={taken_at} clock />
            </li>
          ))}
        </ol>
      )}
      {asking && (
        <ConfirmDialog
          title="Show the stills sharp?"
          confirm="Show them"
          danger={false}
          onConfirm={() => show(true)}
          onClose={() => setAsking(false)}
        >
          <p>They may be explicit or distressing. Each look is recorded in the audit log.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Draws the still: pictures may load only from the site's address. */
function Still({ jpeg, label }: { jpeg: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    const draw = async () => {
      const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
      if (canvas.current && !gone) {
        Object.assign(canvas.current, { width: picture.width, height: picture.height })
        canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      }
      picture.close()
    }
    draw().catch(() => toastError("We couldn't show one of the stills."))
    return () => {
      gone = true
    }
  }, [jpeg])
  return <canvas ref={canvas} className={styles.still} role="img" aria-label={label} />
}
