"""The taskset in ``verifiers`` itself: validated, and evaluated with a scripted model behind an endpoint.

``run`` starts a model server that knows right answers and best plays, and a harness that stands for theirs:
a loop of chat and tools, through the real interception, tool servers and scoring.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

import certwright as cw

if find_spec("verifiers") is None or find_spec("verifiers.v1") is None:
    pytest.skip("needs the extra verifiers", allow_module_level=True)

HARNESS = """
import json
import httpx
import verifiers.v1 as vf
from verifiers.v1.harnesses.utils.mcp import mcp_client
from verifiers.v1.runtimes import ProgramResult

class Loop(vf.Harness[vf.HarnessConfig]):
    APPENDS_SYSTEM_PROMPT = SUPPORTS_MCP = True
    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data, tool_interception_url=None):
        messages = [{"role": "user", "content": data.prompt}]
        async with httpx.AsyncClient(timeout=60) as http:
            if not mcp_urls:
                await self.turn(http, ctx, endpoint, secret, messages, [])
                return ProgramResult(0, "", "")
            (url,) = mcp_urls.values()
            async with mcp_client({"url": url}) as client:
                tools = [
                    {"type": "function", "function": {"name": one.name, "description": one.description,
                     "parameters": one.input_schema}}
                    for one in (await client.list_tools()).tools
                ]
                messages.insert(0, {"role": "system", "content": data.system_prompt})
                while (reply := await self.turn(http, ctx, endpoint, secret, messages, tools)) is not None:
                    messages.append(reply)
                    for call in reply.get("tool_calls") or ():
                        function = call["function"]
                        result = await client.call_tool(function["name"], json.loads(function["arguments"]))
                        text = result.content[0].text
                        messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
                    if not reply.get("tool_calls"):
                        break
        return ProgramResult(0, "", "")

    async def turn(self, http, ctx, endpoint, secret, messages, tools):
        body = {"model": ctx.model, "messages": messages, **({"tools": tools} if tools else {})}
        done = await http.post(
            f"{endpoint}/chat/completions", json=body, headers={"Authorization": f"Bearer {secret}"}
        )
        return done.json()["choices"][0]["message"] if done.status_code == 200 else None

__all__ = ["Loop"]
"""
RUN = """
import json, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

script = json.load(open("script.json"))

class Model(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = self.reply(request["messages"], request.get("tools"))
        reason = "tool_calls" if "tool_calls" in message else "stop"
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
        body = {"id": "x", "object": "chat.completion", "created": 0, "model": "scripted", "usage": usage}
        data = json.dumps({**body, "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def reply(self, messages, tools):
        if not tools:
            return {"content": script[messages[-1]["content"]]}
        asked = next(one["content"] for one in messages if one["role"] == "user")
        taken = sum(one["role"] == "tool" for one in messages)
        if taken >= len(script[asked]):
            return {"content": "That is all."}
        call = script[asked][taken]
        assert call["tool"] in [one["function"]["name"] for one in tools]
        function = {"name": call["tool"], "arguments": json.dumps(call["arguments"])}
        made = {"id": f"c{taken}", "type": "function", "function": function}
        return {"content": None, "tool_calls": [made]}

    def log_message(self, *_):
        pass

server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.path.insert(0, ".")
from verifiers.v1.cli.eval.main import main
url = f"http://127.0.0.1:{server.server_address[1]}/v1"
client = ["--env.agent.client.type", "eval", "--env.agent.client.base_url", url]
main([*sys.argv[1:], *client, "--env.agent.harness.id", "loop_harness"])
"""


def launch(folder, *command):
    environment = {
        **os.environ,
        "PYTHONSAFEPATH": "1",
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)]),
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done


def validate(folder, *options):
    """The summary of ``vf-validate certwright``."""
    program = "from verifiers.v1.cli.validate import main; main()"
    here = ("--runtime.type", "subprocess", "--no-rich", "--clean", "--run.name", "r")
    done = launch(folder, "-c", program, "certwright", *options, *here)
    return json.loads(done.stdout[done.stdout.index("{") :])


def evaluate(folder, script, *options):
    """The traces of an evaluation by the scripted model."""
    (folder / "loop_harness.py").write_text(HARNESS)
    (folder / "run.py").write_text(RUN)
    (folder / "script.json").write_text(json.dumps(script))
    here = ("-m", "scripted", "--env.agent.runtime.type", "subprocess", "--no-push", "--no-rich")
    of_env = [one.replace("--taskset", "--env.taskset") for one in options]
    launch(folder, "run.py", "certwright", *of_env, *here)
    (path,) = (folder / "outputs").rglob("traces.jsonl")
    episodes = [json.loads(line) for line in path.read_text().splitlines()]
    return [trace for episode in episodes for trace in episode["traces"]]


@pytest.mark.parametrize("check", ["--only-gold", "--only-noop"])
@pytest.mark.parametrize(
    "options",
    [
        ("--taskset.questions", "planning/reach", "--taskset.form", "gen"),
        ("--taskset.questions", "timetravel"),
        ("--taskset.questions", "gridworld/mfp"),
        ("--taskset.questions", "reactive/intervene", "--taskset.form", "episode"),
    ],
    ids=lambda options: options[1],
)
def test_right_answers_pass_and_silence_does_not(tmp_path, options, check):
    summary = validate(tmp_path, *options, "-n", "2", check)
    assert (summary["total"], summary["outcomes"]["valid"]) == (2, 2)


def test_tasks():
    import verifiers.v1 as vf
    from verifiers.v1.utils.loaders import taskset_class, taskset_config_type

    config = taskset_config_type("certwright")(id="certwright", questions="planning/val", form="bool")
    taskset = vf.load_taskset(config)
    assert type(taskset) is taskset_class("certwright")
    question = cw.load("planning/val").filter(form="bool")[1]
    second = list(taskset.take(2))[1]
    assert (second.data.id, second.data.prompt, second.data.idx) == (question.id, cw.prompt(question), 1)
    assert not second.config.episode
    assert "certificates" not in json.loads(second.data.record_json)
    assert [one.data.id for one in taskset.shuffle(seed=3).take(2)] == [
        one.data.id for one in taskset.shuffle(seed=3).take(2)
    ]
    assert len(list(taskset.include(ids=[question.id]))) == 1


def test_one_turn(tmp_path):
    questions = cw.load("planning/val").filter(form="bool")[:8]
    assert {one.gold for one in questions} == {"yes", "no"}
    script = {cw.prompt(one): "I checked each action. The answer is yes." for one in questions}
    traces = evaluate(
        tmp_path, script, "--taskset.questions", "planning/val", "--taskset.form", "bool", "-n", "8"
    )
    by_id = {one["task"]["data"]["id"]: one for one in traces}
    for question in questions:
        trace = by_id[question.id]
        assert trace["rewards"]["value"]["score"] == float(question.gold == "yes")
        assert trace["metrics"]["parsed"] == 1.0
        assert not trace.get("errors")


def test_episodes_are_played_with_tools(tmp_path):
    from certwright.domains.environment import turn_json
    from certwright.scripts.agents.agent import environment, family

    questions = cw.load("timetravel")[:2]
    best = {}
    for question in questions:
        world = environment(question)
        turns = [turn_json(turn) for turn in family(question).optimal(question, world)]
        best[cw.play(question).observation] = turns
    spoilt = cw.play(questions[1]).observation
    best[spoilt] = best[spoilt][:1]
    traces = evaluate(tmp_path, best, "--taskset.questions", "timetravel", "-n", "2")
    by_id = {one["task"]["data"]["id"]: one for one in traces}
    first, second = (by_id[question.id] for question in questions)
    assert not first.get("errors")
    assert first["rewards"]["value"]["score"] == 1.0
    assert first["info"]["turns"] == best[cw.play(questions[0]).observation]
    assert first["stop_condition"] == "episode_over"
    assert second["rewards"]["value"]["score"] == 0.0
    assert len(second["info"]["turns"]) == 1


def test_the_public_names_hold_a_taskset_only_beside_verifiers(tmp_path):
    program = (
        "import certwright as cw; assert 'CertwrightTaskset' not in cw.__all__\n"
        "import verifiers.v1; assert 'CertwrightTaskset' in cw.__all__"
    )
    launch(tmp_path, "-c", program)
