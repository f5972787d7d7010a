import { useClientConfig } from '../../shared/api/client-config.js'

/** Where to write to, as the operator of this site configured it. */
export const Contact = () => {
  const address = useClientConfig()?.contactEmail
  return address ? (
    <a href={`mailto:${address}`}>{address}</a>
  ) : (
    <>the e-mail address that the operator of this site gives out with it</>
  )
}
