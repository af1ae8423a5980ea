import { useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { ReadingGuide } from './reading-guide.tsx';

/** The guide that the address opened; closed, it leaves the address of the page. */
export function LinkedGuide() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const [isFromPage] = useState(type === NavigationType.Push);
  return (
    <ReadingGuide
      onClose={() => {
        // Opened by a link of the page, it is the newest entry of the history; opened by its address, there is none before.
        if (isFromPage) void navigate(-1);
        else void navigate(pathname + search, { replace: true });
      }}
    />
  );
}
