#!/usr/bin/env python3
"""Asks b4 which patches it takes of each mbox named on stdin; prints one JSON object a line.

Every mbox is one `b4 --offline-mode --no-stdin am --apply-cover-trailers -m MBOX -o -`, as its command line runs it, in a
child of its own: b4 is loaded once, and what kills it there is told as a crash.
"""
import email
import email.policy
import json
import os
import re
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, '/usr/lib/python3/dist-packages')
import b4
import b4.command
import b4.mbox  # noqa: F401  loaded before the first child, or every child would load it again

SECONDS_MAX = 60


def run_child(mbox, out, err):
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    signal.alarm(SECONDS_MAX)
    sys.argv = ['b4', '--offline-mode', '--no-stdin', 'am', '--apply-cover-trailers', '-m', mbox, '-o', '-']
    b4.command.cmd()
    sys.stdout.flush()


def run_b4(mbox, out, err):
    child = os.fork()
    if child > 0:
        return os.waitpid(child, 0)[1]
    code = 0
    try:
        run_child(mbox, out, err)
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException as error:  # noqa: B036  a crash of b4 is what is asked about
        os.write(2, f'CRASH {type(error).__name__}: {error}\n'.encode())
        code = 70
    os._exit(code)


def patch_of(message):
    body = message.get_payload(decode=True).decode('utf-8', errors='replace')
    trailers = b4.LoreMessage.get_body_parts(body)[2]
    version = re.search(r'\bv(\d+)\b', re.match(r'\[[^\]]*\]|', message['Subject'] or '').group(0))
    return {
        'messageId': (message['Message-Id'] or '').strip('<> '),
        'version': int(version.group(1)) if version else 1,
        'trailers': [f'{one.name}: {one.value}' for one in trailers],
    }


def messages_of(raw):
    parts = re.split(rb'^From git@z Thu Jan  1 00:00:00 1970\n', raw, flags=re.M)[1:]
    return [email.message_from_bytes(part, policy=email.policy.compat32) for part in parts]


def choice_of(mbox, folder):
    out, err = os.path.join(folder, 'out'), os.path.join(folder, 'err')
    status = run_b4(mbox, out, err)
    said = Path(err).read_text(errors='replace')
    crash = next((line for line in said.splitlines() if line.startswith('CRASH ')), None)
    if os.WIFSIGNALED(status):
        crash = f'CRASH signal {os.WTERMSIG(status)}'
    patches = [patch_of(message) for message in messages_of(Path(out).read_bytes())]
    return {'mbox': mbox, 'crash': crash, 'patches': patches, 'said': said.splitlines()[-30:]}


def configure(settings):
    os.environ['GIT_CONFIG_COUNT'] = str(len(settings))
    for at, (key, value) in enumerate(settings.items()):
        os.environ.update({f'GIT_CONFIG_KEY_{at}': key, f'GIT_CONFIG_VALUE_{at}': value})


def main():
    configure({'b4.attestation-policy': 'off', 'user.name': 'Reader', 'user.email': 'reader@example.org'})
    with tempfile.TemporaryDirectory() as folder:
        os.environ['HOME'] = folder
        os.chdir(folder)
        for line in sys.stdin:
            print(json.dumps(choice_of(line.strip(), folder)), flush=True)


main()
