import { Archive } from "lucide-react";
import { useState } from "react";
import type { DocumentGroup } from "contract/document-categories";
import { documentsApi } from "contract/documents";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const texts = messages.documents;

type StageDownloadProps = {
  readonly caseFile: { readonly caseId: string; readonly title: string };
  readonly group: DocumentGroup;
  readonly isEmpty: boolean;
};

/** 'Download All': a ZIP named '{title}_{stage}_Documents.zip' (C:60, D-073). */
export function StageDownload({ caseFile, group, isEmpty }: StageDownloadProps) {
  const [isPending, setIsPending] = useState(false);
  const fetchArchive = async () => {
    const filename = `${caseFile.title}_${group}_Documents.zip`;
    setIsPending(true);
    try {
      await download(
        urlOf(documentsApi.downloadStage, {
          params: { caseId: caseFile.caseId },
          query: { stage: group, filename },
        }),
        filename,
      );
    } catch (error) {
      failureToast(texts.downloadFailedTitle, texts.stageDownloadFailed)(error);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Icon of={Archive} />}
      disabled={isEmpty}
      pending={isPending}
      onClick={() => void fetchArchive()}
    >
      {texts.downloadAll}
    </Button>
  );
}
