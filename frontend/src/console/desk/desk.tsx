import type { JobDetailView, JobList as JobListView } from '@kla/proto/web'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastNeutral } from '../../shared/ui/toast.js'
import type { ConsoleDispatch } from '../entities/console-api.js'
import { useDesk } from '../entities/desk.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { useMay } from '../entities/session-api.js'
import { useListState } from '../kit/list-state.js'
import { readUserId } from '../kit/numbers.js'
import { OPENS, useOpening, useShortcut } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Workbench } from '../kit/workbench.js'
import { jobsApi, useClaimNextMutation, useJobsInfiniteQuery, useOpinionsQuery } from './api.js'
import { Breaks } from './breaks.js'
import { DecisionLog } from './decision-log.js'
import styles from './desk.module.css'
import { DutyBar } from './duty-bar.js'
import { JobList } from './job-list.js'
import { OpenedJob } from './opened-job.js'
import { OpenedOpinion } from './opened-opinion.js'
import { OpinionList, OpinionsNote } from './opinion-list.js'
import { Rules } from './rules.js'

const DEFAULTS = { view: '', mine: '', opinion: '' }
const VIEWS = ['decisions', 'opinions', 'rules'] as const
const FAILED = 'Failed to load the jobs.'
/** The jobs of all pages in their order; one that has moved between two reads is listed once. */
function pagesTogether(pages: readonly JobListView[]): JobListView {
  const results = new Map(pages.flatMap((page) => page.results).map((job) => [job.id, job]))
  return { results: [...results.values()], next: pages.at(-1)?.next ?? null, total: pages.at(-1)?.total ?? 0 }
}

/** The most that the server lists at once. */
const LIMIT = 200

export default function Desk() {
  const desk = useDesk()
  const waiting = desk.data?.jobs ?? 0
  useTitle(waiting > 0 ? `(${waiting}) Desk` : 'Desk')
  const list = useListState(DEFAULTS)
  const mine = list.filters.mine === '1'
  const query = useJobsInfiniteQuery({ limit: LIMIT, ...(mine && { mine: '1' as const }) })
  const jobs = useMemo(() => query.currentData && pagesTogether(query.currentData.pages), [query.currentData])
  useErrorToast(query.error, FAILED)
  const { open, openEntry } = list
  const close = useCallback(() => openEntry(null), [openEntry])
  const { next, given, busy } = useNext(open, openEntry)
  const show = (view: string, onlyMine: string) => list.applyFilters({ view, mine: onlyMine, opinion: '' })
  const openOpinion = (id: number | null) =>
    list.applyFilters({ view: 'opinions', mine: '', opinion: id === null ? '' : String(id) })

  const onDecided = (goesOn: boolean) => {
    if (goesOn) void next().then((opened) => opened || close())
    else close()
  }
  const row = jobs?.results.find(({ id }) => id === open)
  const manages = useMay()('administrators.manage')
  const view = VIEWS.find((known) => known === list.filters.view && (known !== 'rules' || manages)) ?? ''
  const isOpinions = view === 'opinions'
  const opinion = isOpinions ? readUserId(list.filters.opinion) : null

  return (
    <>
      {desk.data && <DutyBar desk={desk.data} />}
      <OpinionsNote />
      {desk.error && !desk.data && (
        <p className={styles.uncovered} role="alert">
          We couldn&apos;t load who is on duty.{' '}
          <Button busy={desk.isFetching} onClick={() => void desk.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {desk.data && <Breaks desk={desk.data} />}
      <Workbench
        title="Desk"
        list={
          <>
            <ViewBar
              view={view}
              manages={manages}
              mine={mine}
              busy={busy}
              onShow={show}
              onRefresh={() => void query.refetch()}
              onNext={() => void next()}
            />
            {view === 'decisions' && <DecisionLog />}
            {view === 'rules' && <Rules />}
            {isOpinions && <OpinionList open={opinion} onOpen={openOpinion} />}
            {view === '' && (
              <ListBody
                query={{ ...query, data: jobs }}
                failed={FAILED}
                empty={jobs?.results.length === 0 ? emptyWords(mine) : null}
              >
                {jobs && (
                  <JobList
                    key={String(mine)}
                    list={jobs}
                    stale={false}
                    more={query.isFetchingNextPage}
                    onMore={async () => {
                      const { data } = await query.fetchNextPage()
                      return data?.pages.at(-1)?.results ?? []
                    }}
                    open={open}
                    onOpen={openEntry}
                  />
                )}
              </ListBody>
            )}
          </>
        }
        opened={
          isOpinions
            ? opinion === null
              ? null
              : {
                  id: opinion,
                  title: `Second opinion #${opinion}`,
                  parts: <OpenedOpinion key={opinion} id={opinion} />,
                }
            : open === null
              ? null
              : {
                  id: open,
                  title: row ? `About ${row.subject_name || `#${row.subject_id}`}` : `Job #${open}`,
                  parts: (
                    <OpenedJob
                      key={open}
                      id={open}
                      given={given?.id === open ? given : null}
                      queued={row?.reports}
                      onDecided={onDecided}
                    />
                  ),
                }
        }
        onClose={isOpinions ? () => openOpinion(null) : close}
      />
    </>
  )
}

const emptyWords = (mine: boolean) => (mine ? "You're not looking at any job." : 'No jobs waiting. Well done.')

interface Next {
  /** Resolves to false if no other job opens. */
  next: () => Promise<boolean>
  /** The job that was claimed last, with its claim, until it opens: closing it releases the claim. */
  given: JobDetailView | null
  busy: boolean
}

/** Claims the first free job and opens it. */
function useNext(open: number | null, openEntry: (id: number | null) => void): Next {
  const dispatch = useDispatch<ConsoleDispatch>()
  const [claimNext, { isLoading }] = useClaimNextMutation()
  const [given, setGiven] = useState<JobDetailView | null>(null)
  const { begins, isOpen } = useOpening()
  useEffect(() => () => setGiven(null), [open])
  const next = async () => {
    if (isLoading) return false
    begins()
    const { data, error } = await claimNext()
    if (!data) {
      isOpen()
      if (errorCode(error) === 'JOB_NOT_FOUND') toastNeutral('No job is free right now.')
      else toastError(errorText(error, "We couldn't get the next job. Try again."))
      return false
    }
    await dispatch(jobsApi.util.upsertQueryData('job', data.id, data))
    setGiven(data)
    openEntry(data.id)
    return true
  }
  return { next, given, busy: isLoading }
}

interface ViewBarProps {
  /** What is shown: jobs when empty. */
  view: string
  manages: boolean
  mine: boolean
  busy: boolean
  onShow: (view: string, mine: string) => void
  onRefresh: () => void
  onNext: () => void
}

const EVERY_JOB = {}
const OWN_JOBS = { mine: '1' }

function ViewBar({ view, manages, mine, busy, onShow, onRefresh, onNext }: ViewBarProps) {
  const decides = useMay()('reports.decide')
  const opinions = useOpinionsQuery(undefined, { skip: !decides, refetchOnMountOrArgChange: false }).data
  useShortcut('n', 'Open the next free job', onNext, decides, OPENS)
  useShortcut('r', 'Refresh the list', onRefresh)
  return (
    <div className={styles.bar}>
      <div className={styles.views} role="group" aria-label="What to show">
        <Button aria-pressed={view === '' && !mine} onClick={() => onShow('', '')}>
          All jobs
        </Button>
        {decides && (
          <Button aria-pressed={view === '' && mine} onClick={() => onShow('', '1')}>
            Mine
          </Button>
        )}
        <Button aria-pressed={view === 'decisions'} onClick={() => onShow('decisions', '')}>
          Decisions
        </Button>
        {manages && (
          <Button aria-pressed={view === 'rules'} onClick={() => onShow('rules', '')}>
            Rules
          </Button>
        )}
        {decides && (
          <Button aria-pressed={view === 'opinions'} onClick={() => onShow('opinions', '')}>
            Second opinions{opinions && opinions.open_total > 0 ? ` (${opinions.open_total})` : ''}
          </Button>
        )}
      </div>
      {view === '' && <DownloadCsv list="admin/jobs" filters={mine ? OWN_JOBS : EVERY_JOB} />}
      {decides && (
        <Button variant="primary" busy={busy} aria-keyshortcuts="n" onClick={onNext}>
          Next job
        </Button>
      )}
    </div>
  )
}
