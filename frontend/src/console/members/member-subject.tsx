import type { MemberView } from '@kla/proto/web'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { useMay } from '../session/use-may.js'
import { AgeLock } from './age-lock.js'
import { SubjectHistory } from '../subjects/subject-history.js'

interface MemberSubjectProps {
  id: number
  /** Undefined for somebody who is not on the page that the list shows. */
  member: MemberView | undefined
}

/** Who somebody is and, for who may read that, what was reported and decided about them. */
export function MemberSubject({ id, member }: MemberSubjectProps) {
  const mayHistory = useMay()('reports.read')
  return (
    <>
      {member && <Facts facts={mayHistory ? contactOf(member) : [...identityOf(member), ...contactOf(member)]} />}
      {member?.age_locked_at && <AgeLock id={id} since={member.age_locked_at} />}
      {mayHistory && (
        <Section title="History">
          <SubjectHistory id={id} reportLink={(report) => `/reports?open=${report}`} />
        </Section>
      )}
    </>
  )
}

/** The history says this too. */
const identityOf = (member: MemberView) =>
  [
    ['Username', member.username],
    ['Global name', member.global_name ?? '-'],
    ['User ID', member.id],
    ['Discord ID', member.discord_id],
    ['Since', <When key="since" at={member.create_time} />],
  ] as const

const contactOf = (member: MemberView) =>
  [
    ['E-mail', member.email ?? '-'],
    ['Discriminator', member.discriminator ?? '-'],
  ] as const
