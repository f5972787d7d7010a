import { CONTACT_EMAIL } from '../../config/site.js'

/** Where to write to, as the operator of this site configured it. */
export const Contact = () =>
  CONTACT_EMAIL ? (
    <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
  ) : (
    <>the e-mail address that the operator of this site gives out with it</>
  )
