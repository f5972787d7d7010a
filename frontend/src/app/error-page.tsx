export const ErrorPage = () => <h1>Unexpected Application Error!</h1>
