import { Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '#widgets/paths.ts';
import { CertificatePage } from './certificates/certificate-page.tsx';
import { CertificatesPage } from './certificates/certificates-page.tsx';
import { IssuerPage } from './issuers/issuer-page.tsx';
import { IssuersPage } from './issuers/issuers-page.tsx';

/** The lists below the directory and their pages, in one file: whoever opens one goes on to another. */
export function ListRoutes() {
  const { pathname } = useLocation();
  const isCertificates = pathname.startsWith(paths.certificates);
  return (
    <Routes>
      <Route index element={isCertificates ? <CertificatesPage /> : <IssuersPage />} />
      <Route path=":id" element={isCertificates ? <CertificatePage /> : <IssuerPage />} />
    </Routes>
  );
}
