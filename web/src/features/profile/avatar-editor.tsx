import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import type { CurrentUser } from "contract/session";
import { initialsOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { useUploadAvatar } from "./profile.queries.ts";

const texts = messages.profile.general;
const rule = uploadRules.avatar;

/** Image files only, below 5 MB (I:192). */
export function AvatarEditor({ user }: { readonly user: CurrentUser }) {
  const send = useUploadAvatar();
  const pick = (file: File) => {
    const problem = problemOf(file);
    if (problem)
      toast({ title: messages.profile.errorTitle, description: problem, variant: "destructive" });
    else send.mutate(file);
  };
  const [field, choose] = useFilePicker({
    label: texts.avatar,
    accept: acceptedTypes(rule),
    onFiles: ([file]) => file && pick(file),
  });
  return (
    <div className="flex items-center gap-5">
      <Avatar
        size="xl"
        initials={initialsOf(user)}
        seed={String(user.id)}
        imageUrl={user.profileImageUrl}
      />
      <div>
        {field}
        <Button
          variant="secondary"
          pending={send.isPending}
          pendingText={texts.uploading}
          onClick={choose}
        >
          {texts.changeAvatar}
        </Button>
        <p className="mt-2 text-xs text-muted">{texts.avatarHint}</p>
      </div>
    </div>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return texts.avatarNotImage;
  return file.size >= rule.maxBytes ? texts.avatarTooLarge : null;
}
